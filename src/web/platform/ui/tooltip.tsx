// Tooltip for pointer, keyboard and touch. Its renderer is loaded with the first one.
import {
  cloneElement,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react'

const TipHost = lazy(() => import('./tooltip-host.tsx'))
const afterMs = 300

export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement<Record<string, unknown>> }) {
  const target = useRef<HTMLElement>(null)
  const timer = useRef(0)
  const [isShown, setShown] = useState<boolean>()
  const show = (delay: number) => {
    timer.current = window.setTimeout(() => setShown(true), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setShown((before) => before && false)
  }
  return (
    <>
      {cloneElement(children, {
        ref: target,
        onPointerEnter: ({ pointerType }: PointerEvent) => show(pointerType === 'touch' ? 0 : afterMs),
        // A touch ends immediately: the tooltip stays until the next touch elsewhere.
        onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && hide(),
        onFocus: () => target.current?.matches(':focus-visible') && show(0),
        onBlur: hide,
      })}
      {isShown !== undefined && (
        <Suspense>
          <TipHost label={label} target={target} opened={isShown} />
        </Suspense>
      )}
    </>
  )
}
