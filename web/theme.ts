import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import type { MouseEvent } from 'react'

// from tokens.css, which enlarges them for apps that a person rarely uses
const small = { xs: 'var(--ctl-xs)', sm: 'var(--ctl)', md: 'var(--ctl-md)' } as const
const bare = (size: unknown) => String(size).replace('compact-', '')
const heightOf = (size: unknown) => small[bare(size) as 'xs'] ?? small.sm
function paddingOf(size: unknown): string {
  if (bare(size) === 'xs') return '8px'
  return size === 'md' ? '16px' : '11px'
}
const field = {
  defaultProps: { size: 'sm' },
  vars: (_theme: unknown, { size }: { size?: unknown }) => ({
    wrapper: {
      '--input-height': heightOf(size),
      '--input-fz': size === 'xs' ? 'var(--fz-ctl-xs)' : 'var(--fz-field)',
    },
  }),
}

/** The second click of a double click must not close what the first one opened. */
const overlayProps = {
  onClickCapture: (e: MouseEvent) => {
    if (e.detail > 1) e.stopPropagation()
  },
}

/** Mantine in the app's own sizes; every color comes from tokens.css. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    ink: [
      '#f3f3fd',
      '#e8e8fb',
      '#d3d2f6',
      '#b3b0ee',
      '#928de6',
      '#7a74e2',
      '#5850dd',
      '#3a2fc4',
      '#2d23a3',
      '#291f95',
    ],
    // Mantine's own neutrals are cold; these are the paper of tokens.css
    gray: [
      '#f8f6f2',
      '#f6f3ee',
      '#eeeae3',
      '#d9d3c8',
      '#c6bfb3',
      '#a59d90',
      '#958d80',
      '#6f685d',
      '#5d574d',
      '#1a1714',
    ],
    dark: [
      '#f0ece5',
      '#b3aba0',
      '#999186',
      '#79726a',
      '#3b3833',
      '#292724',
      '#232120',
      '#181716',
      '#141312',
      '#121110',
    ],
    red: [
      '#fcefec',
      '#f7d9d3',
      '#eaa89d',
      '#ff9a88',
      '#ee5f49',
      '#dd4a34',
      '#c93420',
      '#b92d1b',
      '#ae2918',
      '#ae2918',
    ],
  },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '24px' },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '5px', lg: '7px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '24px' },
      h2: { fontSize: '15px', lineHeight: '22px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  // small under 992 px, medium under 1200, body-small under 769
  breakpoints: { xs: '36em', sm: '48.0625em', md: '62em', lg: '75em', xl: '88em' },
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({
        root: {
          '--button-height': heightOf(size),
          '--button-padding-x': paddingOf(size),
          '--button-fz': bare(size) === 'xs' ? 'var(--fz-ctl-xs)' : 'var(--fz-ctl)',
        },
      }),
    },
    Input: field,
    // a wrong value stays as typed, and the check reports it
    NumberInput: { defaultProps: { clampBehavior: 'none' } },
    InputWrapper: {
      // hints are below, so that the inputs of a row align with or without one
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: { '--input-label-size': 'var(--fz-hint)' },
        error: { '--input-error-size': 'var(--fz-hint)' },
        description: { '--input-description-size': 'var(--fz-hint)' },
      }),
    },
    ActionIcon: { defaultProps: { size: 'var(--ctl)' } },
    Modal: { defaultProps: { radius: 'xl', shadow: 'none', overlayProps, yOffset: 'var(--modal-top)' } },
    Drawer: { defaultProps: { overlayProps } },
    Tooltip: { defaultProps: { openDelay: 250, multiline: true, maw: 360 } },
    Skeleton: { defaultProps: { radius: 'xs' } },
    Menu: { defaultProps: { shadow: 'none' } },
    Popover: { defaultProps: { shadow: 'none' } },
  },
})

const shades = {
  '--mantine-color-body': 'var(--sheet)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--text)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-wash)',
  '--mantine-color-disabled': 'var(--sheet)',
  '--mantine-color-disabled-color': 'var(--text-off)',
  '--mantine-color-disabled-border': 'var(--line)',
}
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shades, dark: shades })
