import type { ConsoleLink, OpenConsoleLink } from "#pwa/platform/sync/console-link.ts";
import type { OverviewChange, OverviewOutput } from "#schemas/overview.ts";

/** What came by the socket. */
export interface Live {
  readonly picture: OverviewOutput | null;
  /** Whether it is told at once what changes. */
  readonly isLive: boolean;
}

export const NOTHING_LIVE: Live = { picture: null, isLive: false };
const ASK_AGAIN_MS = 2000;

/** A picture with what changed after it; null where something between was missed. */
export function withChange(picture: OverviewOutput, change: OverviewChange): OverviewOutput | null {
  const { previous, ...changed } = change;
  if (change.sequence <= picture.sequence) return picture;
  return previous === picture.sequence ? { ...picture, ...changed } : null;
}

/** Follows the overview by the socket until it is left; answers with the way to leave. */
export function followOverview(fetchLink: () => Promise<OpenConsoleLink>, show: (live: Live) => void): () => void {
  let live = NOTHING_LIVE;
  let link: ConsoleLink | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  let questions = 0;

  function set(next: Partial<Live>): void {
    live = { ...live, ...next };
    if (!isLeft) show(live);
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    questions += 1;
    const question = questions;
    try {
      const picture = await link?.watch();
      if (picture && question === questions) set({ picture, isLive: true });
    } catch {
      // Why is told by what asks for the picture itself; this comes back when it can.
      if (question === questions && !isLeft) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    }
  }

  function changed(change: OverviewChange): void {
    if (live.picture === null || !live.isLive) return;
    const picture = withChange(live.picture, change);
    if (picture) set({ picture });
    else void ask();
  }

  function disconnected(): void {
    questions += 1;
    clearTimeout(timer);
    set({ isLive: false });
  }

  async function open(): Promise<void> {
    try {
      const openLink = await fetchLink();
      if (!isLeft) link = openLink({ connected: () => void ask(), disconnected, changed });
    } catch {
      if (!isLeft) timer = setTimeout(() => void open(), ASK_AGAIN_MS);
    }
  }

  void open();
  return () => {
    isLeft = true;
    questions += 1;
    clearTimeout(timer);
    link?.close();
  };
}
