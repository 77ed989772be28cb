import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

const ISSUER = `G${"A".repeat(55)}`;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.stop());

async function get(url: string, cookie = "") {
  return (await app.server.inject({ method: "GET", url, headers: { cookie } })).json();
}

test("whoever asks is told what is put forward, in the operator's order, without pictures and links of others' making", async () => {
  expect(await get("/api/featured-tokens")).toEqual({ tokens: [] });
  const token = {
    description: null,
    imageUrl: "https://elsewhere.example/x.png",
    featured: true,
    createdAt: new Date(),
  };
  await app.database.collection("featured_tokens").insertMany([
    {
      ...token,
      id: 1,
      assetCode: "XLM",
      issuer: null,
      name: "Lumen",
      websiteUrl: "javascript:alert(1)",
      displayOrder: 2,
    },
    {
      ...token,
      id: 2,
      assetCode: "EURX",
      issuer: ISSUER,
      name: "Euro",
      websiteUrl: "https://eurx.example",
      displayOrder: 1,
    },
    {
      ...token,
      id: 3,
      assetCode: "GONE",
      issuer: ISSUER,
      name: "Gone",
      websiteUrl: null,
      displayOrder: 0,
      featured: false,
    },
  ]);
  const said = { description: null, image: null };
  expect(await get("/api/featured-tokens")).toEqual({
    tokens: [
      { ...said, assetCode: "EURX", issuer: ISSUER, name: "Euro", websiteUrl: "https://eurx.example" },
      { ...said, assetCode: "XLM", issuer: "", name: "Lumen", websiteUrl: null },
    ],
  });
});
