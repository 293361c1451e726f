//! The MCP server of OpenPets: three tools by which an agent sees and drives its pet.
