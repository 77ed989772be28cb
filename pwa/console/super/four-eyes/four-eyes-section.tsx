import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { actWords, fourEyesWords } from "#pwa/console/desk/role-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { type FourEyesKind, type FourEyesSettings, fourEyesKinds, usualFourEyes } from "#schemas/four-eyes.ts";
import { FourEyesSheet } from "./four-eyes-sheet.tsx";
import { meaningOf } from "./four-eyes-words.ts";

/** Which acts take two operators. */
export function FourEyesSection() {
  const may = useMay();
  const asked = useAsk(ROLES_ENDPOINTS.fourEyes, {});
  const [changing, setChanging] = useState<FourEyesKind | null>(null);
  const settings = asked.value?.settings ?? null;
  const change = may(ROLES_ENDPOINTS.setFourEyes) ? setChanging : null;
  return (
    <AskedState asked={asked}>
      {settings === null ? null : (
        <Card className="max-w-4xl">
          <CardHeader
            title={t`What takes two operators`}
            description={t`Whoever proposes something never approves it, supers included. To ask for two less often than before takes two.`}
          />
          <ul className="divide-y divide-line">
            {fourEyesKinds(settings).map((kind) => (
              <li key={kind}>
                <Act kind={kind} settings={settings} onChange={change} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {changing !== null && settings !== null ? (
        <FourEyesSheet kind={changing} former={settings} onClose={() => setChanging(null)} />
      ) : null}
    </AskedState>
  );
}

interface ActProps {
  readonly kind: FourEyesKind;
  readonly settings: FourEyesSettings;
  /** Null for whoever may not. */
  readonly onChange: ((kind: FourEyesKind) => void) | null;
}

function Act({ kind, settings, onChange }: ActProps) {
  const setting = settings[kind];
  const name = actWords(kind);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-sm text-ink-3">{meaningOf(kind, setting)}</p>
      </div>
      <span className="flex items-center gap-3">
        {setting === usualFourEyes(kind) ? null : (
          <span className="text-sm text-ink-3">
            {t({ message: "changed", context: "a setting, from the usual one" })}
          </span>
        )}
        <Badge tone={setting === "never" ? "warn" : setting === "always" ? "up" : "neutral"}>
          {fourEyesWords(setting)}
        </Badge>
        {onChange === null ? null : (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t({ message: `Change: ${name}`, context: "button beside the name of an act" })}
            onClick={() => onChange(kind)}
          >
            {t({ message: "Change", context: "button" })}
          </Button>
        )}
      </span>
    </div>
  );
}
