../common/isochron_assertions.svh
../kernel/isochron_registers_pkg.sv
isochron_cfu.sv
