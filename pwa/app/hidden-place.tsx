import { t } from "@lingui/core/macro";
import { EyeOff } from "lucide-react";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";

/** In the place of a screen that operators took off the menus. */
export function HiddenPlace() {
  usePageTitle(t`Not offered here`);
  return (
    <div className="p-6">
      <EmptyState icon={<EyeOff />} title={t`Not offered here`}>
        {t`Whoever runs this service does not offer this at the moment.`}
      </EmptyState>
    </div>
  );
}
