// Managed by OpenPets
const PET = null;
