// Logo: mark and name.
import styles from './logo.module.css'

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.logo} style={{ fontSize: size * 0.64 }}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <path
          className={styles.bubble}
          d="M9 2h14a7 7 0 0 1 7 7v9a7 7 0 0 1-7 7h-8.5l-6.3 4.6A1 1 0 0 1 6.6 28.800v-4.200A7 7 0 0 1 2 18V9a7 7 0 0 1 7-7z"
        />
        <path
          className={styles.bars}
          d="M9 14.500a1.5 1.5 0 0 1 3 0V18a1.5 1.5 0 0 1-3 0zM14.5 11.500a1.5 1.5 0 0 1 3 0V18a1.5 1.5 0 0 1-3 0zM20 8.500a1.5 1.5 0 0 1 3 0V18a1.5 1.5 0 0 1-3 0z"
        />
      </svg>
      Kabar
    </span>
  )
}
