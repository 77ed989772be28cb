/** A screen that is fetched when it is shown. */
interface Fetched {
  readonly preload?: (() => Promise<unknown> | undefined) | undefined;
}

/** Fetches a screen before its route is drawn, so that markup is taken over as it stands; where that fails, the screen says so. */
export async function preload(screen: Fetched): Promise<void> {
  await screen.preload?.()?.catch(() => undefined);
}
