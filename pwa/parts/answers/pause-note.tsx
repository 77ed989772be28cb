import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { useSecurity } from "./questions.ts";

/** Until when payments are paused, on the screens that would begin one: nothing while they are not. */
export function PauseNote() {
  const nowMs = useNow();
  const until = useSecurity().value?.coolOffUntil ?? null;
  const untilMs = until === null ? 0 : Date.parse(until);
  if (untilMs <= nowMs) return null;
  const end = formatDate(untilMs, { withTime: true });
  return (
    <Notice tone="warn" title={t`Sending is paused until ${end}`}>
      <Trans>
        Your password, email address, a passkey or the second factor was changed. If that was not you,{" "}
        <Link to="/user-settings" className="underline">
          freeze your account
        </Link>
        .
      </Trans>
    </Notice>
  );
}
