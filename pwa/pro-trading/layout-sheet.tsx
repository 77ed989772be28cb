import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "#pwa/ui/button.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { DEFAULT_LAYOUT, type Layout, PANEL_NAMES, withPanel } from "./layout.ts";
import { PANEL_LABELS } from "./panel-words.ts";

interface LayoutSheetProps {
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  readonly onClose: () => void;
}

/** Which panels are shown; how large they are is for their borders. */
export function LayoutSheet({ layout, onLayout, onClose }: LayoutSheetProps) {
  const isLast = layout.hidden.length === PANEL_NAMES.length - 1;
  return (
    <Sheet
      onClose={onClose}
      title={t`Panels`}
      description={t`Drag the borders between panels, or move them with the arrow keys. All of it is kept on this device.`}
      size="sm"
      footer={
        <Button variant="secondary" disabled={layout === DEFAULT_LAYOUT} onClick={() => onLayout(DEFAULT_LAYOUT)}>
          <Trans>Reset the layout</Trans>
        </Button>
      }
    >
      {PANEL_NAMES.map((name) => {
        const isShown = !layout.hidden.includes(name);
        return (
          <SwitchField
            key={name}
            label={PANEL_LABELS[name]}
            checked={isShown}
            disabled={isShown && isLast}
            onCheckedChange={(next) => onLayout(withPanel(layout, name, next))}
          />
        );
      })}
    </Sheet>
  );
}
