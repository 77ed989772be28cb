import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { featureWords, interfaceWords, SOCIAL_NAMES } from "#pwa/console/desk/interface-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { INTERFACE_ENDPOINTS } from "#schemas/endpoints/interface.ts";
import { FEATURES } from "#schemas/interface-defaults.ts";
import {
  type InterfaceKey,
  type InterfaceSettings,
  SetInterfaceInput,
  SOCIAL_SERVICES,
  type SocialService,
} from "#schemas/interface.ts";
import { draftOf, type SettingDraft, settingOf } from "./setting-draft.ts";

const FIELDS = ["setting.value", ...SOCIAL_SERVICES.map((service) => `setting.value.${service}`), "reason"];

interface SettingSheetProps {
  readonly settingKey: InterfaceKey;
  readonly settings: InterfaceSettings;
  readonly onClose: () => void;
}

/** One thing that everybody's screens show. Where it leads people to another address, a second operator has to agree. */
export function SettingSheet({ settingKey: key, settings, onClose }: SettingSheetProps) {
  // What the operator saw when they began, whatever is asked anew meanwhile.
  const [former] = useState(() => ({ key, value: settings[key] }));
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const read = readForm(SetInterfaceInput, { setting: settingOf(key, draft), former, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(INTERFACE_ENDPOINTS.setInterface, { body: read.value }), t`It is set`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={interfaceWords(key)}
      description={
        key === "hiddenFeatures"
          ? t`Everybody sees it at once. What people have in a feature stays theirs, but its screen is closed to them while it is hidden.`
          : t`Everybody sees it at once. An address that nobody was led to before takes a second operator.`
      }
      action={action}
      submit={t({ message: "Set", context: "button that sets something" })}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields settingKey={key} draft={draft} issues={action.issues} onChange={setDraft} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

interface FieldsProps {
  readonly settingKey: InterfaceKey;
  readonly draft: SettingDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: SettingDraft) => void;
}

function Fields({ settingKey: key, draft, issues, onChange }: FieldsProps) {
  if (key === "hiddenFeatures") return <FeatureSwitches draft={draft} onChange={onChange} />;
  if (key === "socialLinks")
    return SOCIAL_SERVICES.map((service: SocialService) => (
      <TextField
        key={service}
        label={SOCIAL_NAMES[service]}
        name={service}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        hint={t`Empty for none.`}
        value={draft.socialLinks[service]}
        error={issues[`setting.value.${service}`]}
        onChange={(event) =>
          onChange({ ...draft, socialLinks: { ...draft.socialLinks, [service]: event.target.value } })
        }
      />
    ));
  return (
    <TextField
      label={t({ message: "Address", context: "of a site" })}
      name="value"
      dir="ltr"
      inputMode={key === "explorerUrl" ? "url" : "email"}
      autoComplete="off"
      hint={
        key === "explorerUrl"
          ? t`Without “/tx/” and what follows it. Empty for none.`
          : t`An email address, or a web address that starts with https://. Empty for none.`
      }
      value={draft[key]}
      error={issues["setting.value"]}
      onChange={(event) => onChange({ ...draft, [key]: event.target.value })}
    />
  );
}

function FeatureSwitches({ draft, onChange }: Pick<FieldsProps, "draft" | "onChange">) {
  return (
    <div className="flex flex-col gap-1">
      {FEATURES.map((feature) => (
        <SwitchField
          key={feature}
          label={featureWords(feature)}
          checked={!draft.hiddenFeatures.includes(feature)}
          onCheckedChange={(isShown) => {
            const others = draft.hiddenFeatures.filter((each) => each !== feature);
            onChange({ ...draft, hiddenFeatures: isShown ? others : [...others, feature] });
          }}
        />
      ))}
    </div>
  );
}
