../common/isochron_assertions.svh
../kernel/isochron_registers_pkg.sv
isochron_bus_rules.sv
isochron_wishbone.sv
isochron_apb.sv
isochron_axi_lite.sv
isochron_tilelink.sv
