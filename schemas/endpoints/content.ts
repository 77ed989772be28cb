import { MessageOutput } from "#schemas/auth.ts";
import { ContactInput, MediaParams } from "#schemas/content/desk.ts";
import {
  LanguageQuery,
  PageOutput,
  PageQuery,
  PreviewOutput,
  PreviewQuery,
  SearchOutput,
  SiteOutput,
} from "#schemas/content/read.ts";
import { ByteParts } from "#schemas/values/bytes.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators wrote, as everybody reads it. None of these can name a draft but the preview, which takes an operator's signature. */
export const CONTENT_ENDPOINTS = {
  site: {
    method: "GET",
    path: "/api/content/site",
    access: "anyone",
    query: LanguageQuery,
    output: SiteOutput,
  },
  page: {
    method: "GET",
    path: "/api/content/page",
    access: "anyone",
    query: PageQuery,
    output: PageOutput,
  },
  contentSearch: {
    method: "GET",
    path: "/api/content/search",
    access: "anyone",
    query: LanguageQuery,
    output: SearchOutput,
  },
  contentPreview: {
    method: "GET",
    path: "/api/content/preview",
    access: "anyone",
    query: PreviewQuery,
    output: PreviewOutput,
  },
  mediaPicture: {
    method: "GET",
    path: "/api/media/:mediaId",
    access: "anyone",
    params: MediaParams,
    media: "image/webp",
    output: ByteParts,
  },
} as const satisfies Record<string, Endpoint>;

/** What anybody writes to whoever runs this. */
export const CONTACT_ENDPOINTS = {
  contact: {
    method: "POST",
    path: "/api/contact",
    access: "anyone",
    input: ContactInput,
    output: MessageOutput,
  },
} as const satisfies Record<string, Endpoint>;
