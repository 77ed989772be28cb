export { ENDPOINT_DOCS } from "./endpoint-docs.ts";
