// Entry of the console. It removes a sign-in code from the address before anything else reads it, then renders.
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import { App } from './shell/App.tsx'
import { takeSignInCode } from './shell/signInCode.ts'
import { prepareStyles } from './base/styleNonce.ts'

// The page's policy forbids eval. zod would otherwise try it in pages that use the contract's schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
prepareStyles()
takeSignInCode()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
