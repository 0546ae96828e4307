import { useTexts } from '../base/language.tsx'
import type { SaidHere } from '../base/useSay.ts'

/** Shows the English texts of the worker, folded, where a page says them in another language. */
export function EnglishDetails({ said }: { said: readonly SaidHere[] }) {
  const texts = useTexts()
  const english = said.flatMap((each) => (each.english === undefined ? [] : [each.english]))
  if (english.length === 0) return null
  return (
    <details className="small soft english" lang="en">
      <summary>{texts.inEnglish}</summary>
      {[...new Set(english)].map((text) => (
        <p key={text} className="wrap">
          {text}
        </p>
      ))}
    </details>
  )
}
