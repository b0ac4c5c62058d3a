../common/isochron_assertions.svh
isochron_cfu.sv
