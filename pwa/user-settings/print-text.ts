const RELEASE_MS = 60_000;

/** Prints a plain text alone, without the page around it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement("iframe");
  // Not hidden: some browsers print nothing of a frame that is not laid out.
  frame.className = "pointer-events-none fixed size-0 border-0 opacity-0";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  document.body.append(frame);
  const printed = frame.contentDocument;
  const view = frame.contentWindow;
  if (printed === null || view === null) return frame.remove();
  printed.title = title;
  const block = printed.createElement("pre");
  block.textContent = text;
  printed.body.append(block);
  const release = () => frame.remove();
  view.addEventListener("afterprint", release);
  // Some browsers never say that they are done.
  setTimeout(release, RELEASE_MS);
  view.print();
}
