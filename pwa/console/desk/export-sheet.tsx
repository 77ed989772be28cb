import { t } from "@lingui/core/macro";
import { useState } from "react";
import { saveBlob } from "#pwa/parts/files/save-file.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { pathOf } from "#pwa/platform/api/call.ts";
import { request } from "#pwa/platform/api/request.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { Endpoint } from "#schemas/endpoints.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ActSheet, ReasonField } from "./act-sheet.tsx";

const FIELDS = ["reason"];

interface ExportSheetProps {
  readonly title: string;
  readonly endpoint: Endpoint;
  /** Which rows are meant. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly fileName: string;
  readonly onClose: () => void;
}

/** Why somebody takes rows along; the server makes the file, and keeps that they did. */
export function ExportSheet({ title, endpoint, query, fileName, onClose }: ExportSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  function save() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await request(pathOf(endpoint.path, undefined, { ...query, ...read.value }));
      saveBlob(`${fileName}-${new Date(nowMs()).toISOString().slice(0, 10)}.csv`, await answer.blob());
      onClose();
    });
  }
  return (
    <ActSheet
      title={title}
      description={t`A file for a spreadsheet. That you took it along goes on record.`}
      action={action}
      submit={t({ message: "Export", context: "button" })}
      isLook
      onSubmit={save}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
