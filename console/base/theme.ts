import { createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eaf5f3',
  '#d3e8e5',
  '#a6d1cb',
  '#75b9b0',
  '#4aa298',
  '#2a8b81',
  '#177a70',
  '#0f665e',
  '#0c544d',
  '#08403b',
]
// Shades of red. White text has enough contrast on filled buttons in both colour schemes.
const red: MantineColorsTuple = [
  '#fdf3f2',
  '#fbe7e5',
  '#f1a9a2',
  '#e97d74',
  '#e0564c',
  '#d43a30',
  '#c42b22',
  '#b3261e',
  '#951d16',
  '#78150f',
]
const dark: MantineColorsTuple = [
  '#d5dadd',
  '#b4bbc0',
  '#8f989f',
  '#6c757d',
  '#495159',
  '#343d42',
  '#1f2629',
  '#191f22',
  '#14181c',
  '#0e1114',
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, dark, red },
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  radius: { md: '0.4375rem' },
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
})
