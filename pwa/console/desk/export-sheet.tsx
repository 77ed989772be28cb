import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { pathOf } from "#pwa/platform/api/call.ts";
import { request } from "#pwa/platform/api/request.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { Endpoint } from "#schemas/endpoints.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ActSheet, ReasonField } from "./act-sheet.tsx";

const FIELDS = ["from", "to", "reason"];

interface ExportSheetProps {
  readonly title: string;
  readonly description?: string;
  readonly endpoint: Endpoint;
  /** What of it is meant, besides the reason. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
  /** What is asked in this sheet, where that is more than the reason. */
  readonly schema?: v.GenericSchema<unknown, object>;
  /** Without its ending, and the day unless it says of which days it is. */
  readonly fileName: string;
  readonly isDated?: boolean;
  readonly onClose: () => void;
  /** What is chosen in this sheet, with what was wrong with it. */
  readonly children?: (issues: FormIssues) => ReactNode;
}

/** Why somebody takes something along; the server makes the file, and keeps that they did. */
export function ExportSheet({
  title,
  description = t`A file for a spreadsheet. That you took it along goes on record.`,
  endpoint,
  query,
  schema,
  fileName,
  isDated = true,
  onClose,
  children,
}: ExportSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  function save() {
    const read = schema ? readForm(schema, { ...query, reason }) : readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await request(pathOf(endpoint.path, undefined, { ...query, ...read.value }));
      const day = isDated ? `-${new Date(nowMs()).toISOString().slice(0, 10)}` : "";
      const ending = endpoint.media === "application/x-ndjson" ? "jsonl" : "csv";
      saveBlob(`${fileName}${day}.${ending}`, await answer.blob());
      showToast({ title: t`The file is saved` });
      onClose();
    });
  }
  return (
    <ActSheet
      title={title}
      description={description}
      action={action}
      submit={t({ message: "Export", context: "button" })}
      isLook
      onSubmit={save}
      onClose={onClose}
    >
      {children?.(action.issues)}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
