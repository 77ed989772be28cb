import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { request } from "#pwa/platform/api/request.ts";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { ProgressBar } from "#pwa/ui/progress-bar.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { AuditLine } from "#schemas/audit.ts";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { followVerification } from "./follow-verification.ts";

type Standing = AuditLine | { readonly line: "failed"; readonly error: Error };

/** Walks the whole log as long as this is open. */
export function VerifySheet({ onClose }: { readonly onClose: () => void }) {
  const [round, setRound] = useState(0);
  return (
    <Sheet
      title={t`Verify the audit log`}
      description={t`Each row's hash is worked out anew, from the first to the last, and compared with what the ledger holds of the log. Closing this stops it.`}
      onClose={onClose}
    >
      <Verification key={round} onAgain={() => setRound(round + 1)} />
    </Sheet>
  );
}

function Verification({ onAgain }: { readonly onAgain: () => void }) {
  const standing = useVerification();
  return (
    <div className="flex flex-col gap-4 text-sm" aria-live="polite">
      {standing.line === "progress" ? <Progress {...standing} /> : null}
      {standing.line === "busy" ? (
        <Notice tone="warn">{t`The log is being verified already, in another window or for another operator.`}</Notice>
      ) : null}
      {standing.line === "failed" ? (
        <Notice tone="error">
          {failureOf(standing.error, []).notice ?? t`It broke off before the end: nothing was found either way.`}
        </Notice>
      ) : null}
      {standing.line === "found" ? <Found found={standing} /> : null}
      {standing.line === "progress" ? null : (
        <div>
          <Button variant="secondary" onClick={onAgain}>{t`Verify again`}</Button>
        </div>
      )}
    </div>
  );
}

function Progress({ rows, of }: { readonly rows: number; readonly of: number }) {
  const [walked, all] = [formatCount(rows), formatCount(of)];
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={t`How far it is`} value={rows} of={of} />
      <p className="numeric text-ink-2">
        {plural(of, { one: `${walked} of ${all} row`, other: `${walked} of ${all} rows` })}
      </p>
    </div>
  );
}

function Found({ found }: { readonly found: Extract<AuditLine, { line: "found" }> }) {
  const { isWhole, rows, brokenAt, problem, anchors } = found;
  const count = formatCount(rows);
  if (!isWhole)
    return (
      <Notice tone="error" title={brokenAt === null ? t`The log is broken` : t`The log is broken at row ${brokenAt}`}>
        <p>{t`Somebody wrote to the database past the server. Restore the row from a backup, and change the database's credentials.`}</p>
        <p className="mt-1 text-ink-3">
          <AsTyped>{problem}</AsTyped>
        </p>
      </Notice>
    );
  return (
    <>
      <Notice
        tone="success"
        title={plural(rows, { one: `The log is whole: ${count} row`, other: `The log is whole: ${count} rows` })}
      >
        {anchorWords(found)}
      </Notice>
      {anchors === null ? (
        <Notice tone="warn">{t`No node of the network answered, so the log was not compared with the ledger.`}</Notice>
      ) : null}
    </>
  );
}

function anchorWords({ anchors, anchored }: Extract<AuditLine, { line: "found" }>): string | null {
  if (anchors === null) return null;
  if (anchors === 0) return t`The ledger holds no anchor to compare it with yet.`;
  const [count, row] = [formatCount(anchors), formatCount(anchored)];
  return plural(anchors, {
    one: `${count} anchor on the ledger agrees, with row ${row}.`,
    other: `${count} anchors on the ledger agree, the newest with row ${row}.`,
  });
}

function useVerification(): Standing {
  const [standing, setStanding] = useState<Standing>({ line: "progress", rows: 0, of: 0 });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function verify() {
      const { body } = await request(AUDIT_ENDPOINTS.verifyAudit.path, { signal });
      if (body === null) throw new TypeError("the answer is empty");
      await followVerification(body, (line) => {
        if (!signal.aborted) setStanding(line);
      });
    }
    verify().catch((error: unknown) => {
      if (!signal.aborted)
        setStanding({ line: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    });
    return () => leaving.abort();
  }, []);
  return standing;
}
