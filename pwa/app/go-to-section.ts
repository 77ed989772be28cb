/** About two seconds: a screen's script and what it asks of the device may be on their way. */
const FRAMES = 120;

/** Brings the part of a screen whose heading has the id into sight as soon as it is there, and puts the focus on it. */
export function goToSection(id: string, frames = FRAMES): void {
  const section = document.querySelector<HTMLElement>(`main [aria-labelledby="${id}"]`);
  if (section === null) {
    if (frames > 0) requestAnimationFrame(() => goToSection(id, frames - 1));
    return;
  }
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: "start" });
}
