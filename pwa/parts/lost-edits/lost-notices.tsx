import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/** The others are shown as these are settled. */
const SHOWN = 3;

/** What was written here and gave way to another device's writing, as it is told. */
export interface Loss {
  readonly key: string;
  /** What became of it, up to when it was: "'Desk name' was replaced by 'Phone name'". */
  readonly words: string;
  readonly atMs: number;
  /** On the button of `takeBack`. */
  readonly label: string;
  /** An ordinary edit of now, which settles the loss. */
  readonly takeBack: () => Promise<void>;
  /** Leaves it as it is. */
  readonly keep: () => void;
}

interface LostNoticesProps {
  /** The newest first. */
  readonly losses: readonly Loss[];
  /** Called once one was taken back. */
  readonly onTaken?: (() => void) | undefined;
}

/** Says what was replaced, and offers to take it back or to leave it. */
export function LostNotices({ losses, onTaken }: LostNoticesProps) {
  if (losses.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {losses.slice(0, SHOWN).map((loss) => (
        <LostNotice key={loss.key} loss={loss} onTaken={onTaken} />
      ))}
      {losses.length > SHOWN ? (
        <p className="text-sm text-ink-3">
          {plural(
            { count: losses.length - SHOWN },
            {
              one: "And # more, shown once these are settled.",
              other: "And # more, shown once these are settled.",
            },
          )}
        </p>
      ) : null}
    </div>
  );
}

function LostNotice({ loss, onTaken }: { readonly loss: Loss } & Pick<LostNoticesProps, "onTaken">) {
  const taking = useAction();
  const takeBack = () =>
    taking.run(async () => {
      await loss.takeBack();
      onTaken?.();
    });
  return (
    <Notice>
      <p data-private="">
        <Trans>
          <MemoText text={loss.words} isWhole isOurs />, <TimeAgo at={loss.atMs} />.
        </Trans>
      </p>
      {taking.notice === null ? null : <p role="alert">{taking.notice}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" loading={taking.isBusy} onClick={takeBack}>
          {loss.label}
        </Button>
        <Button variant="ghost" size="sm" onClick={loss.keep}>
          <Trans>Keep</Trans>
        </Button>
      </div>
    </Notice>
  );
}
