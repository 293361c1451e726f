# The commands of the README. Everything they need is installed by scripts/setup, which says what it does.

CARGO ?= cargo
# Build output goes here; point CARGO_TARGET_DIR elsewhere to share it between clones.
export CARGO_TARGET_DIR ?= $(CURDIR)/target
PREFIX ?= $(HOME)/.local
# Arguments for `make run`, such as ARGS=--headless
ARGS ?=

.PHONY: run build test demo bench install lint art

run: build
	@exec "$(CARGO_TARGET_DIR)/release/openpets" run $(ARGS)

build:
	@scripts/setup run
	$(CARGO) build --locked --release -p openpets-desktop -p openpets-cli

test:
	@scripts/setup test
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	scripts/check-dependencies
	$(CARGO) build --locked -p openpets-desktop -p openpets-cli
	$(CARGO) test --locked --workspace

demo: build
	@scripts/setup demo
	scripts/demo

bench: build
	@scripts/setup test
	$(CARGO) build --locked --release -p openpets-tests
	"$(CARGO_TARGET_DIR)/release/bench" $(ARGS)

install: build
	install -D -m 755 "$(CARGO_TARGET_DIR)/release/openpets" "$(DESTDIR)$(PREFIX)/bin/openpets"
	install -D -m 755 "$(CARGO_TARGET_DIR)/release/openpets-desktop" "$(DESTDIR)$(PREFIX)/bin/openpets-desktop"

# Licences and known weaknesses of everything we build on; needs `cargo install cargo-deny`.
lint:
	$(CARGO) deny check

# Draws the built-in pet again from its parts.
art:
	$(CARGO) run --release -p openpets-art
