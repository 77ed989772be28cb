import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Logger } from "#server/platform/http/runtime.ts";
import { COUNTED } from "#server/platform/metrics/counted.ts";
import type { MetricsPage } from "#server/platform/metrics/serve-metrics.ts";
import { GAUGES } from "./gauges.ts";
import type { ServiceState } from "./state.ts";

/** What {@link Exposition} says. */
export interface ExpositionDeps {
  readonly state: () => Promise<ServiceState>;
  /** Open sockets of this process. */
  readonly sockets: () => number;
  /** Ledgers by which this process's market data are behind. */
  readonly marketLag: () => number;
  readonly log: Logger;
}

/** The page that a scraper reads, in Prometheus' text format. Without a database it has what this process knows by itself. */
export class Exposition implements MetricsPage {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #deps: ExpositionDeps;
  /** The process itself: its processor, memory, handles, event loop and garbage collection. */
  readonly #process = new Registry();

  constructor(deps: ExpositionDeps) {
    this.#deps = deps;
    collectDefaultMetrics({ register: this.#process });
  }

  async read(): Promise<string> {
    const { state, log } = this.#deps;
    const known = await state().catch((error: unknown) => {
      log.warn({ err: error }, "a scraper is told only what this process knows by itself");
      return null;
    });
    const pages = await Promise.all([COUNTED, this.#process, this.#stateOf(known)].map((each) => each.metrics()));
    return pages.join("\n");
  }

  #stateOf(known: ServiceState | null): Registry {
    const registry = new Registry();
    const tell = (name: string, help: string, value: number) =>
      new Gauge({ name, help, registers: [registry] }).set(value);
    tell("astrolabe_database_up", "Whether the database answers this process.", known === null ? 0 : 1);
    tell("astrolabe_sockets", "Open sockets of this process.", this.#deps.sockets());
    tell("astrolabe_market_lag", "Ledgers by which this process's market data are behind.", this.#deps.marketLag());
    if (known === null) return registry;
    for (const { name, help, labels, read } of GAUGES) {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      for (const [labelled, value] of read(known)) gauge.set({ ...labelled }, value);
    }
    return registry;
  }
}
