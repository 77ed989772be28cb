import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Switch } from "#pwa/ui/switch.tsx";
import { OPERATOR_NOTICES_ENDPOINTS } from "#schemas/endpoints/operator-notices.ts";
import {
  noticesFor,
  type NoticeWays,
  type OperatorNotice,
  type OperatorNoticeChoices,
} from "#schemas/operator-notices.ts";
import { useAsk } from "./ask.ts";
import { AskedState } from "./asked-state.tsx";
import { useMay, useOwnRoles } from "./may.ts";

/** What an operator is told of, and where: of what they may do something about. */
export function NoticesSheet({ onClose }: { readonly onClose: () => void }) {
  const asked = useAsk(OPERATOR_NOTICES_ENDPOINTS.operatorNotices, {});
  const [changed, setChanged] = useState<OperatorNoticeChoices | null>(null);
  const may = useMay();
  const roles = useOwnRoles().value?.roles ?? [];
  const action = useAction();
  const choices = changed ?? asked.value;
  const shown = noticesFor(roles);
  const save = () =>
    action.run(async () => {
      if (changed === null) return;
      await call(OPERATOR_NOTICES_ENDPOINTS.setOperatorNotices, { body: changed });
      showToast({ title: t`Your choice is kept` });
      asked.again();
      onClose();
    });
  return (
    <Sheet
      title={t`What you are told of`}
      description={t`Of much at once there is one message. Proposals are told one by one, to all who may approve them.`}
      onClose={onClose}
      mayClose={!action.isBusy}
      footer={
        <>
          <Button variant="ghost" disabled={action.isBusy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={action.isBusy} disabled={changed === null} onClick={save}>
            <Trans>Keep this choice</Trans>
          </Button>
        </>
      }
    >
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <AskedState asked={asked}>
        {choices === null ? null : shown.length === 0 || !may(OPERATOR_NOTICES_ENDPOINTS.setOperatorNotices) ? (
          <Notice>{t`Your roles decide nothing that waits, so you are told of nothing.`}</Notice>
        ) : (
          <Choices
            shown={shown}
            choices={choices}
            onChange={(notice, ways) => setChanged({ ...choices, [notice]: ways })}
          />
        )}
      </AskedState>
    </Sheet>
  );
}

interface ChoicesProps {
  readonly shown: readonly OperatorNotice[];
  readonly choices: OperatorNoticeChoices;
  readonly onChange: (notice: OperatorNotice, ways: NoticeWays) => void;
}

const GRID = "grid grid-cols-[1fr_3.25rem_3.25rem_3.25rem] items-center gap-2";

function Choices({ shown, choices, onChange }: ChoicesProps) {
  return (
    <div>
      <div aria-hidden="true" className={`${GRID} pb-1 text-center text-xs font-medium text-ink-3`}>
        <span />
        <span>
          <Trans context="where operators are told: in the app's own list">App</Trans>
        </span>
        <span>
          <Trans context="messages on the device's screen">Push</Trans>
        </span>
        <span>
          <Trans>E-mail</Trans>
        </span>
      </div>
      <ul className="divide-y divide-line">
        {shown.map((notice) => {
          const ways = choices[notice];
          const name = noticeWords(notice);
          return (
            <li key={notice} className={`${GRID} min-h-12 py-1.5`}>
              <p className="min-w-0 text-sm font-medium">{name}</p>
              <Switch
                aria-label={t`${name}: in the app`}
                checked={ways.app}
                onCheckedChange={(app) => onChange(notice, { ...ways, app })}
              />
              <Switch
                aria-label={t`${name}: push`}
                checked={ways.app && ways.push}
                disabled={!ways.app}
                onCheckedChange={(push) => onChange(notice, { ...ways, push })}
              />
              <Switch
                aria-label={t`${name}: e-mail`}
                checked={ways.app && ways.mail}
                disabled={!ways.app}
                onCheckedChange={(mail) => onChange(notice, { ...ways, mail })}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function noticeWords(notice: OperatorNotice): string {
  switch (notice) {
    case "deposits":
      return t`Deposits that wait`;
    case "held":
      return t`Payments that wait for approval`;
    case "ambiguous":
      return t`Payments of which nobody can tell`;
    case "suspense":
      return t`Money that fits nobody`;
    case "differences":
      return t`Books that differ from the ledger`;
    case "reports":
      return t`Reports to support`;
    case "identities":
      return t`Identities that wait`;
    case "treasury":
      return t`A treasury that runs short`;
    case "failures":
      return t`What the service finds wrong with itself`;
  }
}
