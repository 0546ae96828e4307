// Adds the search and the real address to the reference, which works without it.
const side = document.getElementById('side')
const field = document.createElement('input')
field.type = 'search'
field.placeholder = 'Search: path, field, code  ( / )'
field.setAttribute('aria-label', 'Search the reference')
side.prepend(field)

const links = [...side.querySelectorAll('a')].map((link) => ({
  link,
  text: `${link.textContent} ${link.dataset.words ?? ''}`.toLowerCase(),
}))

field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { link, text } of links) {
    const item = link.closest('li')
    if (item) item.hidden = !words.every((word) => text.includes(word))
  }
  for (const list of side.querySelectorAll('ul')) {
    const empty = !list.querySelector('li:not([hidden])')
    list.hidden = empty
    if (list.previousElementSibling?.tagName === 'H3') list.previousElementSibling.hidden = empty
  }
  for (const section of side.querySelectorAll('section')) section.hidden = !section.querySelector('li:not([hidden])')
})

field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') side.querySelector('li:not([hidden]) a')?.click()
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  field.focus()
})

// Behind a proxy only the browser knows the full address.
for (const code of document.querySelectorAll('pre code'))
  if (code.textContent.startsWith('SERVER=http'))
    code.textContent = code.textContent.replace(/^SERVER=\S+/, `SERVER=${location.origin}`)

// On a phone the contents cover the page, so choosing an entry closes them.
side.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) document.getElementById('menu').checked = false
})
