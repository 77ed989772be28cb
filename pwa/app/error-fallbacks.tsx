import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Component, type ReactNode } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";

interface FallbackProps {
  readonly title: string;
  readonly message: string;
  readonly button: string;
}

function Fallback({ title, message, button }: FallbackProps) {
  return (
    <div role="alert" className="mx-auto grid min-h-[60dvh] max-w-lg place-items-center px-4 py-10">
      <Card className="w-full">
        <h1 className="text-xl font-semibold">{title}</h1>
        {message === "" ? null : <p className="mt-3 font-mono text-sm break-words text-down">{message}</p>}
        <p className="mt-3 text-sm text-ink-2">
          <Trans>The application encountered an error. Please try reloading the page.</Trans>
        </p>
        <Button className="mt-5" onClick={() => location.reload()}>
          {button}
        </Button>
      </Card>
    </div>
  );
}

/** In place of a screen that threw. */
export function ScreenError({ error }: { readonly error: unknown }) {
  return <Fallback title={t`Something went wrong`} message={messageOf(error)} button={t`Reload Page`} />;
}

interface BoundaryState {
  readonly error: unknown;
  readonly hasFailed: boolean;
}

/** Around the whole app: what no screen's own fallback caught ends here. */
export class ApplicationErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logProblem("The application failed", error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Fallback title={t`Application Error`} message={messageOf(this.state.error)} button={t`Refresh Page`} />;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
