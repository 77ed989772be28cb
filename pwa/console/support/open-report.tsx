import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { OutputOf } from "#schemas/endpoints.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { LookSheet } from "./look-sheet.tsx";
import { AnswerSheet, CloseReportsSheet } from "./report-acts.tsx";
import { ReportState } from "./report-state.tsx";
import { PictureSheet } from "./picture-sheet.tsx";

export type Report = OutputOf<typeof DIAGNOSTICS_ENDPOINTS.supportReports>["reports"][number];

/** What somebody wrote, what their device said of itself, and the picture for who asks for it: each viewing is on record. */
export function OpenReport({ report }: { readonly report: Report }) {
  const { id, userId, email, note, bytes, reportedAt, keptUntil } = report;
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const [picture, setPicture] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-4 text-sm">
      {note === "" ? null : (
        <p className="rounded-md bg-surface-2 px-3 py-2 whitespace-pre-line">
          <AsTyped>{note}</AsTyped>
        </p>
      )}
      <Decisions report={report} />
      {bytes > 0 && may(DIAGNOSTICS_ENDPOINTS.supportPicture) ? (
        <div className="flex flex-col items-start gap-2">
          <Button variant="secondary" onClick={() => setAsking(true)}>
            <Trans>Show the picture</Trans>
          </Button>
          <p className="text-ink-3">{t`That you looked at it goes on record.`}</p>
        </div>
      ) : null}
      <Facts
        facts={[
          {
            name: t({ message: "State", context: "how something stands" }),
            value: <ReportState state={report.state} />,
          },
          email === null
            ? { name: t({ message: "User", context: "a person" }), value: <PersonLink id={userId} /> }
            : { name: t`Email`, value: <AsTyped>{email}</AsTyped> },
          {
            name: t({ message: "Sent", context: "when" }),
            value: formatDate(Date.parse(reportedAt), { withTime: true }),
          },
          {
            name: bytes > 0 ? t`Picture deleted` : t({ message: "Deleted", context: "a message" }),
            value: formatDate(Date.parse(keptUntil)),
          },
          ...deviceFacts(report),
        ]}
      />
      {isAsking ? <LookSheet id={id} onSeen={setPicture} onClose={() => setAsking(false)} /> : null}
      {picture === null ? null : <PictureSheet source={picture} onClose={() => setPicture(null)} />}
    </div>
  );
}

/** What can be done about it, or what was answered. */
function Decisions({ report: { id, userId, email, state, answer } }: { readonly report: Report }) {
  const may = useMay();
  const ownId = useOwnId();
  const [act, setAct] = useState<"answer" | "close" | null>(null);
  const close = () => setAct(null);
  if (answer !== null) {
    const { by } = answer;
    return (
      <Notice title={t`Answered by user ${by}`}>
        <AsTyped className="whitespace-pre-line">{answer.text}</AsTyped>
      </Notice>
    );
  }
  if (state !== "open" || !may(DIAGNOSTICS_ENDPOINTS.answerReport)) return null;
  if (userId === ownId) return <Notice tone="warn">{t`You sent this yourself: another operator answers it.`}</Notice>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAct("answer")}>{t({ message: "Answer", context: "button" })}</Button>
      <Button variant="secondary" onClick={() => setAct("close")}>
        {t({ message: "Close", context: "put a report away" })}
      </Button>
      {act === "answer" ? <AnswerSheet id={id} userId={userId} email={email} onClose={close} /> : null}
      {act === "close" ? <CloseReportsSheet ids={[id]} onDone={close} onClose={close} /> : null}
    </div>
  );
}

function deviceFacts({ facts }: Report) {
  const named = [
    { name: t`Screen`, value: facts.screen },
    { name: t`Device`, value: facts.device },
    { name: t`Browser`, value: facts.browser },
    { name: t`Window`, value: facts.viewport },
    { name: t`App`, value: facts.appVersion },
    { name: t`Service worker`, value: facts.workerVersion },
    { name: t`Sync`, value: facts.syncState },
    { name: t`Last sync`, value: facts.lastSync },
    { name: t`Changes that waited`, value: facts.waiting },
    { name: t`Storage`, value: facts.storage },
    { name: t`Language`, value: facts.language },
  ];
  return named
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => ({ name, value: <AsTyped>{value}</AsTyped> }));
}
