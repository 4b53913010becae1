// The breakpoints of breakpoints.css, for components whose content depends on the width of the screen.
import { useMediaQuery } from '@mantine/hooks'

export const compact = '(max-width: 61.99em)'

export const useIsPhone = () => useIs('(max-width: 39.99em)')
/** True below `--tablet`. */
export const useIsTablet = () => useIs('(max-width: 47.99em)')
export const useIsMedium = () => useIs('(max-width: 74.99em)')

/** Measured for the first render already, so that components do not change after it. */
const useIs = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
