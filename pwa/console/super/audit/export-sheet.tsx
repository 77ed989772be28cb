import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { pathOf } from "#pwa/platform/api/call.ts";
import { request } from "#pwa/platform/api/request.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Segments } from "#pwa/ui/segments.tsx";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { AuditPlace } from "./audit-place.ts";

const FIELDS = ["reason"];

interface ExportSheetProps {
  readonly filters: AuditPlace;
  readonly onClose: () => void;
}

/** The rows that are meant as a file for a spreadsheet, or the whole log as it can be verified elsewhere. */
export function ExportSheet({ filters, onClose }: ExportSheetProps) {
  const [form, setForm] = useState<"csv" | "lines">("csv");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);

  function save() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const { exportAudit, exportAuditLines } = AUDIT_ENDPOINTS;
      const path =
        form === "csv"
          ? pathOf(exportAudit.path, undefined, { ...filters, ...read.value })
          : pathOf(exportAuditLines.path, undefined, read.value);
      const answer = await request(path);
      const day = new Date(nowMs()).toISOString().slice(0, 10);
      saveBlob(`audit-${day}.${form === "csv" ? "csv" : "jsonl"}`, await answer.blob());
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Export the audit log`}
      description={t`That it was taken along goes on record.`}
      action={action}
      submit={t({ message: "Export", context: "button" })}
      onSubmit={save}
      onClose={onClose}
    >
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
        {form === "csv"
          ? t`All rows that the filters mean, oldest first, as CSV for a spreadsheet.`
          : t`Every row with exactly the text that its hash covers, as lines of JSON: whoever has the file can verify the log without this server.`}
      </p>
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
