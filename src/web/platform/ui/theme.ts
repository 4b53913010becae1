// Theme: palette, type, spacing, shapes, and colors that pass WCAG contrast.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#e9f5f9',
  '#d4e9f0',
  '#a9d3e1',
  '#79bcd2',
  '#52a8c4',
  '#2c8fae',
  '#157a99',
  '#0b6580',
  '#085268',
  '#053f51',
]
/** Cool neutrals; shades from the sixth are readable as text on white. */
const gray: MantineColorsTuple = [
  '#f6f7f8',
  '#eef0f2',
  '#e3e6e9',
  '#d5d9de',
  '#c0c6cd',
  '#8f98a3',
  '#5c6671',
  '#454e58',
  '#2e363f',
  '#1a2027',
]
/** From light to dark: text, dimmed text, borders, surfaces, page. */
const dark: MantineColorsTuple = [
  '#e4e7ea',
  '#c5cad0',
  '#a0a8b2',
  '#838c97',
  '#333b44',
  '#272e36',
  '#1b2127',
  '#151a1f',
  '#101418',
  '#0b0e11',
]
/** Danger and errors; white text is readable on the seventh. */
const red: MantineColorsTuple = [
  '#fdeae8',
  '#fbd5d1',
  '#f5aba4',
  '#ef8077',
  '#ea5f54',
  '#e04a3d',
  '#cf3a2d',
  '#b42318',
  '#9b1c12',
  '#7a160e',
]
/** Success. */
const green: MantineColorsTuple = [
  '#e2f5e9',
  '#c6ead4',
  '#93d6ad',
  '#5fc087',
  '#3aac6a',
  '#269357',
  '#1c824b',
  '#17713f',
  '#14663a',
  '#0f4d2b',
]

export const theme = createTheme({
  primaryColor: 'petrol',
  // Shade 7 is the lightest of every hue on which white text reaches 4.5:1, in both color schemes.
  primaryShade: 7,
  colors: { petrol, gray, dark, red, green },
  white: '#ffffff',
  black: '#1a2027',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: "'Figtree', 'Figtree fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.5rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(16 24 32 / 6%)',
    sm: '0 1px 2px rgb(16 24 32 / 6%), 0 2px 8px rgb(16 24 32 / 5%)',
    md: '0 4px 16px rgb(16 24 32 / 10%), 0 1px 3px rgb(16 24 32 / 8%)',
    lg: '0 12px 32px rgb(16 24 32 / 14%), 0 2px 6px rgb(16 24 32 / 8%)',
    xl: '0 24px 64px rgb(16 24 32 / 20%)',
  },
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    // A drawer's header is not the banner landmark of the page.
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } }, transitionProps: { duration: 140 } } },
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'none' } },
        radius: 'lg',
        padding: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
      },
    },
    // Focus alone does not open the list: it would cover the field's error. Typing highlights the first match, so that
    // Enter chooses it.
    Select: { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true, checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true, checkIconPosition: 'right' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 300, radius: 'sm' } },
    // Focus starts on the first item, not on an unnamed placeholder before it.
    Menu: {
      defaultProps: {
        shadow: 'lg',
        radius: 'md',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100 },
      },
    },
    Popover: { defaultProps: { shadow: 'lg', radius: 'md', transitionProps: { duration: 100 } } },
    Badge: { defaultProps: { variant: 'light' } },
  },
})

/**
 * Mantine's colors fail 4.5:1 for dimmed text, errors, placeholders and light badges; these pass in both color schemes.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6d7681',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': petrol[7],
    '--chart-first': '#559fb9',
    '--chart-second': petrol[7],
    '--chat-wall': '#efeae2',
    '--mantine-color-default-border': gray[3],
    ...lightVariants('petrol', '#e9f5f9', petrol[8]),
    ...lightVariants('red', '#fdeae8', '#9b1c12'),
    ...page('#f6f7f8', '#ffffff', '#e3e6e9', '#eceef0'),
    ...tones({
      neutral: ['#eef0f2', '#3d4650'],
      accent: ['#e2f1f6', '#085268'],
      good: ['#e2f5e9', '#14663a'],
      warning: ['#fdf0d5', '#7a4a04'],
      bad: ['#fdeae8', '#9b1c12'],
    }),
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-anchor': petrol[3],
    '--chart-first': '#336a7d',
    '--chart-second': petrol[3],
    '--chat-wall': '#0b141a',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-body': dark[7],
    ...lightVariants('petrol', '#12333f', petrol[2]),
    ...lightVariants('red', '#43201d', '#ffb4ab'),
    ...page(dark[8], dark[7], '#262d34', '#1c2228'),
    ...tones({
      neutral: ['#272e36', '#c5cad0'],
      accent: ['#12333f', '#a9d3e1'],
      good: ['#12352a', '#8fdcb0'],
      warning: ['#3b2c10', '#f2c879'],
      bad: ['#43201d', '#ffb4ab'],
    }),
  },
})

/** Page layers: canvas, surface, divider line, hover background. */
function page(canvas: string, surface: string, line: string, touched: string) {
  return { '--page-canvas': canvas, '--page-surface': surface, '--page-line': line, '--page-touched': touched }
}

function lightVariants(color: 'petrol' | 'red', background: string, text: string) {
  return { [`--mantine-color-${color}-light`]: background, [`--mantine-color-${color}-light-color`]: text }
}

/** Tones: background and text color of each. */
function tones(pairs: Record<string, readonly [string, string]>) {
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([tone, [background, text]]) => [
      [`--tone-${tone}`, background],
      [`--tone-${tone}-text`, text],
    ]),
  )
}
