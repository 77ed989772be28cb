import { plural, t } from "@lingui/core/macro";
import type { CopyKind, CopyProgress } from "#pwa/platform/rxdb/convert-databases.ts";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { LockFrame } from "./lock-frame.tsx";

const TITLES: Readonly<Record<CopyKind, string>> = {
  get seal() {
    return t`Encrypting your data`;
  },
  get unseal() {
    return t`Removing the encryption`;
  },
};

interface Props {
  readonly copy: CopyKind;
  readonly progress: CopyProgress | null;
  readonly isElsewhere?: boolean;
}

/** While everything is copied: nothing else may be written meanwhile. */
export function CopyScreen({ copy, progress, isElsewhere = false }: Props) {
  const count = progress?.total ?? 0;
  const [done, total] = [formatCount(progress?.done ?? 0), formatCount(count)];
  return (
    <LockFrame
      title={TITLES[copy]}
      text={
        isElsewhere
          ? t`Another tab is doing it. This one goes on when it is done.`
          : t`Nothing is lost if the app closes now: it goes on with the data as it was.`
      }
    >
      <div className="flex flex-col gap-3">
        <Spinner
          label={
            progress === null
              ? t`Closing what is open`
              : plural(count, { one: `${done} of ${total} entry`, other: `${done} of ${total} entries` })
          }
        />
        {progress === null ? null : (
          <progress className="sr-only" max={progress.total} value={progress.done} aria-label={TITLES[copy]} />
        )}
      </div>
    </LockFrame>
  );
}
