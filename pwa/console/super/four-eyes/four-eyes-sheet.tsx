import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { actWords, fourEyesWords } from "#pwa/console/desk/role-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { type FourEyesKind, type FourEyesSettings, fourEyesChoices, weakensFourEyes } from "#schemas/four-eyes.ts";
import { FourEyesInput } from "#schemas/roles.ts";
import { meaningOf } from "./four-eyes-words.ts";

const FIELDS = ["reason"];

interface FourEyesSheetProps {
  readonly kind: FourEyesKind;
  /** All of them as they were shown: what another operator changed meanwhile is not set back. */
  readonly former: FourEyesSettings;
  readonly onClose: () => void;
}

/** When one kind of act takes two. */
export function FourEyesSheet({ kind, former, onClose }: FourEyesSheetProps) {
  const [setting, setSetting] = useState(former[kind]);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const settings = { ...former, [kind]: setting };

  function save() {
    const read = readForm(FourEyesInput, { settings, former, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(ROLES_ENDPOINTS.setFourEyes, { body: read.value });
      tellOutcome(answer, t`What takes two operators is changed`);
      askAgain();
      onClose();
    });
  }

  const name = actWords(kind);
  return (
    <ActSheet
      title={name}
      description={t`When two operators have to agree to it.`}
      action={action}
      submit={t`Set it so`}
      isReady={setting !== former[kind]}
      onSubmit={save}
      onClose={onClose}
    >
      <Segments
        label={t`When two operators have to agree`}
        isWide
        items={fourEyesChoices(kind).map((value) => ({ value, label: fourEyesWords(value) }))}
        value={setting}
        onValueChange={setSetting}
      />
      <p className="text-sm">{meaningOf(kind, setting)}</p>
      {weakensFourEyes(former, settings) ? (
        <Notice tone="warn">
          {t`This asks for two less often than before, so a second super has to agree where there is one.`}
        </Notice>
      ) : null}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
