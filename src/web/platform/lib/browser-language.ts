// The browser's language as a tag that Intl accepts: some browsers report a POSIX locale ("en-US@posix"), which throws.

export function browserLanguage(reported: string | undefined = navigator.language): string {
  try {
    return new Intl.Locale((reported ?? '').replace(/[@.].*$/, '').replaceAll('_', '-')).toString()
  } catch {
    return 'en'
  }
}
