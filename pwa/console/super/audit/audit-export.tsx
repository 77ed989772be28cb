import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ExportSheet } from "#pwa/console/desk/export-sheet.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import type { ServedQuery } from "#pwa/console/desk/served-list.ts";

interface AuditExportProps {
  readonly query: ServedQuery;
  readonly onClose: () => void;
}

/** The rows that are meant as a file for a spreadsheet, or the whole log as it can be verified elsewhere. */
export function AuditExport({ query, onClose }: AuditExportProps) {
  const [form, setForm] = useState<"csv" | "lines">("csv");
  const isTable = form === "csv";
  return (
    <ExportSheet
      title={t`Export the audit log`}
      description={t`That it was taken along goes on record.`}
      endpoint={isTable ? AUDIT_ENDPOINTS.exportAudit : AUDIT_ENDPOINTS.exportAuditLines}
      query={isTable ? query : {}}
      fileName="audit"
      onClose={onClose}
    >
      {() => (
        <>
          <Segments
            label={t`What to export`}
            isWide
            items={[
              { value: "csv", label: t`What the filters mean` },
              { value: "lines", label: t`Everything, to be verified` },
            ]}
            value={form}
            onValueChange={setForm}
          />
          <p className="text-sm text-ink-3">
            {isTable
              ? t`All rows that the filters mean, oldest first, as CSV for a spreadsheet.`
              : t`Every row with exactly the text that its hash covers, as lines of JSON: whoever has the file can verify the log without this server.`}
          </p>
        </>
      )}
    </ExportSheet>
  );
}
