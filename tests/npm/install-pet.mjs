// Runs the unmodified npm package install-pet 4.0.0 without a network: `fetch` is answered from here.
//
//   node install-pet.mjs install ID ZIP   installs the package in the file ZIP as the pet ID
//   node install-pet.mjs hold ID          takes the lock, prints "held", and keeps it until stdin is closed
import { readFileSync } from "node:fs";
import { installPet } from "install-pet";

const [mode, petId, zip] = process.argv.slice(2);
const base = "https://openpets.dev/pets";
const documents = {
  [`${base}/catalog.v3.json`]: { version: 3, pages: [`${base}/p.json`], search: `${base}/s.json` },
  [`${base}/s.json`]: { version: 3, pages: [`${base}/s0.json`] },
  [`${base}/s0.json`]: { version: 3, pets: [{ id: petId, catalogPage: 0 }] },
  [`${base}/p.json`]: {
    version: 3,
    pets: [
      {
        id: petId,
        displayName: "From npm",
        description: "For tests.",
        thumbnail: `${base}/t.webp`,
        zip: `https://zip.openpets.dev/pets/${petId}.zip`,
      },
    ],
  },
};

const respond = (url, body) =>
  Object.defineProperty(new Response(body, { status: body === null ? 404 : 200 }), "url", { value: url });

let held = false;
globalThis.fetch = async (url) => {
  if (mode === "hold") {
    // The lock is taken before anything is fetched.
    if (!held) console.log("held");
    held = true;
    for await (const _ of process.stdin);
    throw new Error("not today");
  }
  if (url.endsWith(".zip")) return respond(url, readFileSync(zip));
  return respond(url, documents[url] ? JSON.stringify(documents[url]) : null);
};

try {
  console.log(JSON.stringify(await installPet({ petId, preferRunningApp: false })));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}
