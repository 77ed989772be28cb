import type { SERVICE_ENDPOINTS } from "#schemas/endpoints/service.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const SERVICE_DOCS = {
  health: {
    summary: "Answers once requests are served",
    errors: [],
  },
  ready: {
    summary:
      "Answers while the database can be reached, with how far the market data has come and how long ago the service was checked",
    errors: ["not-ready"],
  },
  connection: {
    summary: "From which address and by which protocol the server sees the caller come",
    errors: [],
  },
  service: {
    summary: "Whether the money here is real, and what is offered beside the wallet",
    errors: [],
  },
  openapi: {
    summary: "This document",
    errors: [],
  },
  asyncapi: {
    summary: "The same of the socket, as AsyncAPI 3.0: its messages, its collections and their rows",
    errors: [],
  },
} as const satisfies DocsOf<typeof SERVICE_ENDPOINTS>;
