import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import type { ServedQuery } from "#pwa/console/desk/served-list.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { AuditRowOutput } from "#schemas/audit.ts";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { AuditCard, auditColumns } from "./audit-columns.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { askedBy, useAuditPlace } from "./audit-place.ts";
import { rowTitle } from "./audit-words.ts";
import { AuditExport } from "./audit-export.tsx";
import { OpenRow } from "./open-row.tsx";
import { VerifySheet } from "./verify-sheet.tsx";

const NONE: readonly AuditRowOutput[] = [];

/** What operators did and what became of keys: each row is hashed with the one before. */
export function AuditSection() {
  const going = useAuditPlace();
  const columns = useMemo(() => auditColumns(), []);
  const query = askedBy(going.place);
  const before = going.place.after;
  const asked = useAsk(AUDIT_ENDPOINTS.auditLog, { query: { ...query, before } }, { keepsFormer: true });
  const all = asked.value?.rows ?? NONE;
  return (
    <>
      <AuditFilters {...going} />
      <ListView
        label={t`Audit log`}
        fileName="audit"
        views="audit"
        asked={asked}
        all={all}
        rows={all}
        served={{ query, next: asked.value?.next ?? null }}
        columns={columns}
        idOf={({ number }) => number}
        titleOf={rowTitle}
        place={going}
        renderCard={(row) => <AuditCard row={row} />}
        searchLabel={t`Search by row, person, hash or reason`}
        filters={<Doings query={query} />}
        empty={{
          title: t`Nothing was done yet`,
          text: t`Whatever is done by operators or with keys stands here.`,
        }}
        renderOpen={(number) => (
          <OpenRow key={number} number={number} known={all.find((row) => row.number === number)} />
        )}
      />
    </>
  );
}

/** What can be done with the log as a whole. */
function Doings({ query }: { readonly query: ServedQuery }) {
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
      {doing === "export" ? <AuditExport query={query} onClose={close} /> : null}
    </>
  );
}
