../../../hardware/rtl/common/isochron_assertions.svh
../../../hardware/rtl/common/isochron_ram_distributed.sv
isochron_time_manager_registers_pkg.sv
isochron_time_manager_pkg.sv
isochron_time_manager_delays.sv
isochron_time_manager.sv
isochron_time_page.sv
