/**
 * Where to go after signing in: a path of this site, or the start page.
 * Anything else (`//evil.example`, `/\evil.example`) would turn the sign-in page into a springboard to another site.
 */
export function toSafeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted) || /[\t\n\r]/.test(wanted)) return '/'
  return /^\/(login|setup)(?=$|[/?#])/.test(wanted) ? '/' : wanted
}
