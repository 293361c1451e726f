// Calls every method of the unmodified OpenPets client and prints what came back as one JSON object.
import { createOpenPetsClient, readDiscoveryFile, sendRequest, allowedReactions } from "@open-pets/client";

const client = createOpenPetsClient();
const failure = async (promise) => {
  try {
    await promise;
    return null;
  } catch (error) {
    return { name: error.name, code: error.code, message: error.message };
  }
};

const result = {};
result.hello = await client.hello();
result.status = await client.status();
result.listPets = await client.listPets();
result.installPet = await client.installPet("from-gallery");
result.installMissing = await failure(client.installPet("no-such-pet"));
result.installInvalid = await failure(client.installPet("../etc"));
// Newer than the package, which has no method of its own for it.
const local = { path: process.argv[4], kind: "folder" };
result.installLocal = await sendRequest(readDiscoveryFile(), "pets.install-local", local);
result.lease = await client.acquireLease();
result.explicitLease = await client.acquireLease({ requestedPetId: process.argv[2] });
result.missingPetLease = await client.acquireLease({ requestedPetId: "not-installed" });
result.heartbeat = await client.heartbeatLease(result.lease.leaseId);
result.leaseStatus = await client.status({ leaseId: result.explicitLease.leaseId });
result.reactions = {};
for (const reaction of allowedReactions) result.reactions[reaction] = await client.react(reaction);
result.reactExplicit = await client.react("editing", { leaseId: result.explicitLease.leaseId });
result.say = await client.say("Reading the tests", { reaction: "thinking" });
result.sayExplicit = await client.say("Here I am", { leaseId: result.explicitLease.leaseId });
result.sayCode = await failure(client.say("const x = () => 1"));
result.release = await client.releaseLease(result.explicitLease.leaseId);
result.releaseAgain = await client.releaseLease(result.explicitLease.leaseId);
result.deadHeartbeat = await failure(client.heartbeatLease(result.explicitLease.leaseId));
result.deadStatus = await client.status({ leaseId: result.explicitLease.leaseId });
result.deadReact = await failure(client.react("editing", { leaseId: result.explicitLease.leaseId }));
const discovery = readDiscoveryFile();
result.endpoint = discovery.endpoint;
// Newer than the package, which has no method of its own for it.
result.showMedia = await sendRequest(discovery, "pet.showMedia", { path: process.argv[3], message: "A picture" });
result.noMedia = await failure(sendRequest(discovery, "pet.showMedia", { path: "/no/such/file.png" }));
result.invalidToken = await failure(sendRequest({ ...discovery, token: "not-the-right-token" }, "hello", {}));
result.unknownMethod = await failure(sendRequest(discovery, "no.such.method", {}));
console.log(JSON.stringify(result));
