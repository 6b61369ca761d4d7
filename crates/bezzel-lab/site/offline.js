// Keeps the site for when there is no network: the lab at the first visit, what there is to read as it is read.
// `./site` puts in what there is.

const OURS = `bezzel ${self.registration.scope} `;
const KEPT = OURS + "VERSION";
const FILES = ["FILES"];
const addresses = new Set(["./", ...FILES].map((name) => new URL(name, self.registration.scope).href));

/** Fetches what there is now. An answer that was led elsewhere would not do for a page that is opened: its copy does. */
async function fetched(address) {
  const response = await fetch(address, { cache: "no-cache" });
  const { status, headers } = response;
  return response.redirected ? new Response(await response.blob(), { status, headers }) : response;
}

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    const keepOne = async (address) => {
      const response = await fetched(address);
      if (!response.ok) throw new Error(address);
      await cache.put(address, response);
    };
    await Promise.all([...addresses].map(keepOne));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

/** The lab is kept whole: a new version has a new name, and is fetched while the old one is shown. The rest is fetched,
 * and kept for when it cannot be. */
async function answer(request) {
  const cache = await caches.open(KEPT);
  // The state of the lab is in the part of the address that names no file.
  const [address] = request.url.split(/[?#]/);
  const kept = await cache.match(address);
  if (kept && addresses.has(address)) return kept;
  const fresh = await fetched(request.url).catch(() => null);
  if (fresh?.ok) await cache.put(address, fresh.clone());
  return fresh ?? kept ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});
