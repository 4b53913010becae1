// Renders a component in a test as the app does: with the theme, on a page of the router.
import { MantineProvider } from '@mantine/core'
import { render as renderAlone, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

export { screen, within } from '@testing-library/react'

/** Returns the simulated user, and the router, which knows the current page. */
export function render(element: ReactElement) {
  const router = createMemoryRouter([{ path: '*', element }])
  renderAlone(
    // `env="test"` turns transitions and portals off.
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return { user: userEvent.setup(), router }
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const textbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
