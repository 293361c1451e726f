# The commands of the README. What they need is installed by scripts/setup, which says what it does.

CARGO ?= cargo
# Build output goes here; point CARGO_TARGET_DIR elsewhere to share it between clones.
export CARGO_TARGET_DIR ?= $(CURDIR)/target
# Where `make install` puts the programs: below bin.
PREFIX ?= $(HOME)/.local
# Arguments for `make run` (such as ARGS=--headless), `make bench` (such as ARGS=start) and `make fuzz`.
ARGS ?=

.PHONY: run build test lint fmt fuzz demo bench install uninstall art

# Starts the app. Without a screen it answers agents and says so.
run: build
	@exec "$(CARGO_TARGET_DIR)/release/openpets" run $(ARGS)

build:
	@scripts/setup run
	$(CARGO) build --locked --release -p openpets-desktop -p openpets-cli

# Everything that has to hold before a change goes in. The end-to-end tests start the programs that are built here.
test:
	@scripts/setup test
	@$(MAKE) --no-print-directory lint
	$(CARGO) build --locked -p openpets-desktop -p openpets-cli
	$(CARGO) test --locked --workspace
	@scripts/fuzz smoke

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	@scripts/check-dependencies

fmt:
	$(CARGO) fmt --all

# Throws made-up bytes at what reads strangers' files, for five minutes each; ARGS="zip -max_total_time=3600" for one.
fuzz:
	@scripts/setup test
	@if [ -n "$(ARGS)" ]; then scripts/fuzz $(ARGS); else \
		for target in zip manifest sheet; do scripts/fuzz $$target -max_total_time=300 || exit 1; done; fi

# Every reaction on a virtual screen, photographed: out/demo.png.
demo: build
	@scripts/setup demo
	@scripts/demo

# What the app costs, beside references from the same run.
bench: build
	@scripts/setup test
	$(CARGO) build --locked --release -p openpets-tests
	"$(CARGO_TARGET_DIR)/release/bench" $(ARGS)

install: build
	install -D -m 755 "$(CARGO_TARGET_DIR)/release/openpets" "$(DESTDIR)$(PREFIX)/bin/openpets"
	install -D -m 755 "$(CARGO_TARGET_DIR)/release/openpets-desktop" "$(DESTDIR)$(PREFIX)/bin/openpets-desktop"
	ln -sf openpets "$(DESTDIR)$(PREFIX)/bin/install-pet"

uninstall:
	rm -f $(addprefix "$(DESTDIR)$(PREFIX)/bin"/,openpets openpets-desktop install-pet)

# Draws the built-in pet again from its parts.
art:
	$(CARGO) run --locked --release -p openpets-art
