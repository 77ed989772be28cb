import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Button } from "#pwa/ui/button.tsx";
import { AUDIT_PAGE, type AuditRowOutput } from "#schemas/audit.ts";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { AuditCard, auditColumns } from "./audit-columns.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditPlace, useAuditPlace } from "./audit-place.ts";
import { doneWords, partyWords, reasonWords, rowTitle } from "./audit-words.ts";
import { AuditExport } from "./audit-export.tsx";
import { OpenRow } from "./open-row.tsx";
import { VerifySheet } from "./verify-sheet.tsx";

const NONE: readonly AuditRowOutput[] = [];

/** What operators did and what became of keys: each row is hashed with the one before. */
export function AuditSection() {
  const going = useAuditPlace();
  const { place, filters } = going;
  const { after, find = "" } = place.place;
  const columns = useMemo(() => auditColumns(), []);
  const asked = useAsk(AUDIT_ENDPOINTS.auditLog, { query: { ...filters, before: after } });
  const all = asked.value?.rows ?? NONE;
  const rows = useMemo(() => all.filter((row) => matches(row, find)), [all, find]);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <AuditFilters {...going} />
      <ListView
        label={t`Audit log`}
        fileName="audit"
        asked={asked}
        all={all}
        rows={rows}
        columns={columns}
        idOf={({ number }) => number}
        titleOf={rowTitle}
        place={place}
        pageSize={AUDIT_PAGE}
        renderCard={(row) => <AuditCard row={row} />}
        searchLabel={t`Search in the rows of this page`}
        filters={<Doings filters={filters} />}
        empty={
          isNarrowed
            ? { title: t`No row is meant by these filters`, text: t`Change or clear them to see more.` }
            : { title: t`Nothing was done yet`, text: t`Whatever is done by operators or with keys stands here.` }
        }
        renderOpen={(number) => (
          <OpenRow key={number} number={number} known={all.find((row) => row.number === number)} />
        )}
      />
    </>
  );
}

/** What can be done with the log as a whole. */
function Doings({ filters }: { readonly filters: AuditPlace }) {
  const may = useMay();
  const [doing, setDoing] = useState<"verify" | "export" | null>(null);
  const close = () => setDoing(null);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setDoing("verify")}>
        <ShieldCheck aria-hidden="true" className="size-4" />
        <Trans>Verify the log</Trans>
      </Button>
      {may(AUDIT_ENDPOINTS.exportAudit) ? (
        <Button variant="secondary" size="sm" onClick={() => setDoing("export")}>
          <Download aria-hidden="true" className="size-4" />
          {t({ message: "Export", context: "button" })}
        </Button>
      ) : null}
      {doing === "verify" ? <VerifySheet onClose={close} /> : null}
      {doing === "export" ? <AuditExport filters={filters} onClose={close} /> : null}
    </>
  );
}

function matches(row: AuditRowOutput, find: string): boolean {
  const { number, act, by, whom, reason } = row;
  return hasWords(
    [number, doneWords(row), act, partyWords(by), partyWords(whom), by, whom, reason, reasonWords(row)],
    find,
  );
}
