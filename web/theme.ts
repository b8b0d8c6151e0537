import { createTheme, type CSSVariablesResolver } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: { light: 9, dark: 9 },
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1.05rem' }, h3: { fontSize: '0.95rem' } },
  },
  // small under 992 px, medium under 1200, body-small under 769
  breakpoints: { xs: '36em', sm: '48.0625em', md: '62em', lg: '75em', xl: '88em' },
  cursorType: 'pointer',
})

/** Mantine's dimmed grey is too pale for WCAG AA on white and on the soft background. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59626a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6b747c',
    '--mantine-color-anchor': '#0b6477',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b1b9',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-placeholder': '#98a1a9',
    '--mantine-color-anchor': '#66d9e8',
  },
})
