import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { missingTitle } from "#pwa/parts/history/event-words.ts";
import type { MissingTime } from "#pwa/parts/history/movement.ts";
import { Notice } from "#pwa/ui/notice.tsx";

/** That figures are worked out without movements which nobody can tell; nothing where none are missing. */
export function MissingNotice({ times }: { readonly times: readonly MissingTime[] }) {
  if (times.length === 0) return null;
  return (
    <Notice tone="warn" title={t`Some of your movements are missing`}>
      <ul>
        {times.map((time) => (
          <li key={time.untilMs}>{missingTitle(time)}</li>
        ))}
      </ul>
      <p>
        <Trans>Gains, fees and what came in and went out are worked out without them.</Trans>
      </p>
    </Notice>
  );
}
