import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { featureWords, interfaceWords, SOCIAL_NAMES } from "#pwa/console/desk/interface-words.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { INTERFACE_ENDPOINTS } from "#schemas/endpoints/interface.ts";
import { FEATURES } from "#schemas/interface-defaults.ts";
import { INTERFACE_KEYS, type InterfaceKey, type InterfaceSettings, SOCIAL_SERVICES } from "#schemas/interface.ts";
import { SettingSheet } from "./setting-sheet.tsx";

/** What everybody's screens show of this service, one card for each thing that can be set. */
export function FeaturesSection() {
  const may = useMay();
  const asked = useAsk(INTERFACE_ENDPOINTS.interfaceSettings, {});
  const [changing, setChanging] = useState<InterfaceKey | null>(null);
  const now = asked.value;
  return (
    <AskedState asked={asked}>
      {now === null ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {INTERFACE_KEYS.map((key) => (
            <Card key={key} aria-labelledby={`interface-${key}`}>
              <CardHeader
                id={`interface-${key}`}
                title={interfaceWords(key)}
                description={descriptionOf(key)}
                action={
                  may(INTERFACE_ENDPOINTS.setInterface) ? (
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={changeLabel(interfaceWords(key))}
                      onClick={() => setChanging(key)}
                    >
                      {t({ message: "Change", context: "button" })}
                    </Button>
                  ) : undefined
                }
              />
              <Facts facts={factsOf(key, now.settings)} />
              <p className="mt-2 text-xs text-ink-3">
                {now.defaults.includes(key) ? t`As it is where nobody set it.` : t`Set by operators.`}
              </p>
            </Card>
          ))}
        </div>
      )}
      {changing !== null && now !== null ? (
        <SettingSheet settingKey={changing} settings={now.settings} onClose={() => setChanging(null)} />
      ) : null}
    </AskedState>
  );
}

function changeLabel(name: string): string {
  return t({ message: `Change: ${name}`, context: "button" });
}

function descriptionOf(key: InterfaceKey): string {
  switch (key) {
    case "explorerUrl":
      return t`Where links of transactions lead.`;
    case "socialLinks":
      return t`At the foot of the public pages.`;
    case "supportAddress":
      return t`Shown with the help and on the page of contact.`;
    case "hiddenFeatures":
      return t`They stand in no menu, and their screens say that they are not offered.`;
  }
}

function factsOf(key: InterfaceKey, settings: InterfaceSettings) {
  switch (key) {
    case "explorerUrl":
      return [
        { name: t({ message: "Address", context: "of a site" }), value: <Address text={settings.explorerUrl} /> },
      ];
    case "supportAddress":
      return [
        { name: t({ message: "Address", context: "of a site" }), value: <Address text={settings.supportAddress} /> },
      ];
    case "socialLinks":
      return SOCIAL_SERVICES.map((service) => ({
        name: SOCIAL_NAMES[service],
        value: <Address text={settings.socialLinks[service]} />,
      }));
    case "hiddenFeatures":
      return FEATURES.map((feature) => ({
        name: featureWords(feature),
        value: settings.hiddenFeatures.includes(feature) ? (
          <Badge tone="warn">{t({ message: "hidden", context: "a feature" })}</Badge>
        ) : (
          <Badge tone="up">{t({ message: "shown", context: "a feature" })}</Badge>
        ),
      }));
  }
}

function Address({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="text-ink-3">{t({ message: "none", context: "not said" })}</span>;
  return (
    <bdi dir="ltr" className="break-all">
      {text}
    </bdi>
  );
}
