import { ActionIcon, Drawer, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { useId } from 'react'
import { useRights } from '../api/session.ts'
import { Icon, Mark } from '../parts/icons.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { useTexts } from '../base/language.tsx'
import { visiblePages, type Page } from './navigation.ts'
import { openPalette, Palette } from './Palette.tsx'
import { useLiveChanges } from './useLiveChanges.ts'

const PAGES_IN_BAR = 4

function NavLinks({ pages, onClick, size }: { pages: readonly Page[]; onClick?: () => void; size?: number }) {
  const texts = useTexts()
  return pages.map(({ to, name, icon }) => (
    <Link
      key={to}
      to={to}
      className="nav-link"
      activeOptions={{ exact: to === '/', includeSearch: false }}
      onClick={onClick}
    >
      <Icon name={icon} size={size ?? 18} />
      <span>{texts.nav[name]}</span>
    </Link>
  ))
}

/** Links the pages about the studio itself. */
function StudioLinks({ pages, onClick, size }: { pages: readonly Page[]; onClick?: () => void; size?: number }) {
  const texts = useTexts()
  const id = useId()
  const studioPages = pages.filter(({ isStudio }) => isStudio)
  if (studioPages.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="nav-group">
      <span id={id} className="nav-group-title">
        {texts.owner.group}
      </span>
      <NavLinks pages={studioPages} {...(onClick && { onClick })} {...(size !== undefined && { size })} />
    </div>
  )
}

const workPages = (pages: readonly Page[]): readonly Page[] => pages.filter(({ isStudio }) => !isStudio)

function PhoneBar({ pages }: { pages: readonly Page[] }) {
  const texts = useTexts()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <nav className="phone-bar" aria-label={texts.navigation}>
      <NavLinks pages={workPages(pages).slice(0, PAGES_IN_BAR)} size={20} />
      <UnstyledButton className="nav-link" onClick={open}>
        <Icon name="more" size={20} />
        <span>{texts.more}</span>
      </UnstyledButton>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title={texts.more}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <div className="phone-menu">
          <NavLinks pages={workPages(pages).slice(PAGES_IN_BAR)} onClick={close} size={20} />
          <StudioLinks pages={pages} onClick={close} size={20} />
          <AccountMenu isWide />
        </div>
      </Drawer>
    </nav>
  )
}

/** Shows navigation around every page: a column on a wide screen, a bar at the bottom of a phone. */
export function Shell() {
  const texts = useTexts()
  const rights = useRights()
  useLiveChanges()
  const pages = visiblePages(rights)
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {texts.skip}
      </a>
      <aside className="side">
        <Link to="/" className="brand">
          <Mark />
          <span>Kitroom</span>
        </Link>
        <UnstyledButton className="search-button" onClick={openPalette}>
          <Icon name="search" size={16} />
          <span>{texts.palette.open}</span>
          <kbd>⌘K</kbd>
        </UnstyledButton>
        <nav className="side-nav" aria-label={texts.navigation}>
          <NavLinks pages={workPages(pages)} />
          <StudioLinks pages={pages} />
        </nav>
        <AccountMenu />
      </aside>
      <div className="phone-head">
        <Link to="/" className="brand">
          <Mark size={24} />
          <span>Kitroom</span>
        </Link>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.palette.open} onClick={openPalette}>
          <Icon name="search" size={20} />
        </ActionIcon>
      </div>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <PhoneBar pages={pages} />
      <Palette pages={pages} />
    </div>
  )
}
