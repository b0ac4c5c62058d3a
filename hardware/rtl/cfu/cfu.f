isochron_cfu.sv
