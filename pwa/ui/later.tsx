import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** A component that comes later. */
export interface Later<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches its script before it is shown, where somebody reaches for it; whoever shows it says where that failed. */
  readonly preload: () => void;
}

/**
 * A component whose script is fetched when it is first shown; until then what `standIn` draws of its properties stands in its
 * place, or nothing.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  standIn: (props: Props) => ReactNode = () => null,
): Later<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  const Shown = (props: Props) => (
    <Suspense fallback={standIn(props)}>
      <Loaded {...props} />
    </Suspense>
  );
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) });
}
